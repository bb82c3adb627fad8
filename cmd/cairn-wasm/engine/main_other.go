//go:build !js

package main

import (
	"bufio"
	"fmt"
	"os"
	"sync"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
)

func main() {
	var mu sync.Mutex
	s := newService(func(e *message.EngineEvent) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Println(textOf(e))
	}, nil, time.Now)
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			s.enqueue(lines.Text())
		}
		if err := lines.Err(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		close(s.tasks)
	}()
	s.run()
}
