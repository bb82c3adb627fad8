package load

import (
	"os/exec"
	"syscall"
)

// endWithParent makes the system end a process when this one ends, however it does.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// stop stops a process where it stands, and proceed lets it go on.
func stop(pid int) error    { return syscall.Kill(pid, syscall.SIGSTOP) }
func proceed(pid int) error { return syscall.Kill(pid, syscall.SIGCONT) }

// manyLoopbacks says that every address of 127.0.0.0/8 is this machine.
const manyLoopbacks = true
