package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Damaged says that a file could not be understood and was moved aside.
type Damaged struct{ File, Aside string }

func (d *Damaged) Error() string { return d.File + " is damaged and was moved to " + d.Aside }

// MoveAside gives a damaged file another name, under which nothing is replaced. The error
// is never nil: a *[Damaged], or why the file could not be moved.
func MoveAside(name string) error {
	const most = 999
	aside := name + ".damaged"
	for n := 2; ; n++ {
		_, err := os.Lstat(aside)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := os.Rename(name, aside); err != nil {
				return err
			}
			return &Damaged{name, aside}
		case err != nil:
			return err
		case n > most:
			return &fs.PathError{Op: "rename", Path: aside, Err: fs.ErrExist}
		}
		aside = fmt.Sprintf("%s.damaged-%d", name, n)
	}
}
