package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// cairn runs a command of the program to its end and returns what it prints.
func (c *chaos) cairn(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, c.binary, args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return out.Bytes(), fmt.Errorf("cairn %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return out.Bytes(), nil
}
