module cairn.example

go 1.26

// Not ours: npm packages may carry Go files, and build/ holds what make made.
ignore (
	./build
	./dist
	./web/node_modules
)

require (
	github.com/alecthomas/kong v1.17.0 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	golang.org/x/text v0.32.0 // indirect
)
