module cairn.example

go 1.26

// Not ours: npm packages may carry Go files, and build/ holds what make made.
ignore (
	./build
	./dist
	./web/node_modules
)

require golang.org/x/text v0.32.0 // indirect
