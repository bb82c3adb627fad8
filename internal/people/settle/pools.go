package settle

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/players"
)

// Levels is how many levels of the program are rated.
const Levels = 9

// LevelID returns the id of the person who a level of the program is, from 1.
func LevelID(level int) string { return fmt.Sprintf("%020d", level) }

// levelOf returns the level that a person is; false for anybody else.
func levelOf(person string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimLeft(person, "0"))
	return n, err == nil && n >= 1 && n <= Levels && LevelID(n) == person
}

// LevelNamed returns the id of the level that programs call by a name such as "level5", "" where there is none.
func LevelNamed(name string) string {
	for n := 1; n <= Levels; n++ {
		if players.LevelName(n) == name {
			return LevelID(n)
		}
	}
	return ""
}

// levelPerson is the row of a level. Its name is for programs: people read it in their language.
func levelPerson(level int, now time.Time) table.PersonRow {
	return table.PersonRow{ID: LevelID(level), Name: players.LevelName(level), Kind: string(api.KindLevel), Created: now}
}

// isPool reports whether there is such a pool.
func isPool(pool string) bool {
	for _, p := range table.Pools() {
		if p == pool {
			return true
		}
	}
	return false
}
