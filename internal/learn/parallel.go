package learn

import "sync"

// inParallel does the numbered pieces of work in todo, in their order, with workers
// goroutines, at least one. Each goroutine calls newWork once, for what it must not share with
// others. After an error no further piece begins; inParallel returns the first error.
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
