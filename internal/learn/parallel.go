package learn

import "sync"

// inParallel does the numbered pieces of work in todo, in their order, by so many
// goroutines at once, below 1 meaning one. newWork is called by each goroutine, for what it
// must not share with others. After an error no further piece is begun, and the first
// error is returned.
func inParallel(workers int, todo []int, newWork func() (work func(n int) error, err error)) error {
	var mutex sync.Mutex
	var failed error
	next := func(err error) (n int, ok bool) {
		mutex.Lock()
		defer mutex.Unlock()
		if failed == nil {
			failed = err
		}
		if failed != nil || len(todo) == 0 {
			return 0, false
		}
		n, todo = todo[0], todo[1:]
		return n, true
	}
	var wait sync.WaitGroup
	for range min(max(workers, 1), len(todo)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			work, err := newWork()
			for {
				n, ok := next(err)
				if !ok {
					return
				}
				err = work(n)
			}
		}()
	}
	wait.Wait()
	return failed
}
