"""Runs a command on a terminal of its own and does there what TERMINAL_SCRIPT says.

A list of {"after": text, "type": text} or {"after": text, "close": true}: each waits until its text is on the screen (after what
the one before waited for), then types, or closes the terminal as a window is closed. Exits as the command does; 128 + number when
a signal ended it.
"""
import fcntl
import json
import os
import pty
import struct
import sys
import termios

script = json.loads(os.environ.pop("TERMINAL_SCRIPT"))
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 140, 0, 0))

unread = b""
while True:
    if script and script[0]["after"].encode() in unread:
        act = script.pop(0)
        unread = unread.split(act["after"].encode(), 1)[1]
        if act.get("close"):
            os.close(terminal)
            break
        os.write(terminal, act["type"].encode())
        continue
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # EIO: nobody has the terminal any more
        break
    if not piece:
        break
    unread += piece
    sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()

_, status = os.waitpid(child, 0)
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
