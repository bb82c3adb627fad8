package files

import (
	"os"
	"path/filepath"
	"time"
)

// How long another program is waited for that holds a lock.
const (
	lockTries = 3000
	lockPause = 10 * time.Millisecond
)

// Lock waits until no other program, and no other call, holds the lock of a file, and
// takes it. The lock is a file beside that one, NAME.lock, which stays; the folder is made
// where there is none. A change reads and writes a file under one lock. Where
// the system has no locks, everybody has them.
func Lock(name string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, err
	}
	l, err := os.OpenFile(name+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for try := 0; !TryLock(l); try++ {
		if try == lockTries {
			l.Close()
			return nil, os.ErrDeadlineExceeded
		}
		time.Sleep(lockPause)
	}
	return func() { l.Close() }, nil
}
