module cairn.example

go 1.26
