// Package storetest is the suite that every table.Store must pass: [Run].
package storetest
