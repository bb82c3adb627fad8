package load

import (
	"os/exec"
	"syscall"
)

// endWithParent makes the system end a process when this one ends, however it does.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// manyLoopbacks says that every address of 127.0.0.0/8 is this machine.
const manyLoopbacks = true
