"""A load balancer for the tests, as plain as they come: every connection goes to the first server that answers. No
sticky sessions, no looking inside. In threads of this process, on loopback."""

from __future__ import annotations

import contextlib
import socket
import threading


class Balancer:
    """Listens on a port of its own and carries bytes to one of these ports, in the order of preference."""

    def __init__(self, *ports: int) -> None:
        self._ports = ports
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._welcome, daemon=True).start()

    def close(self) -> None:
        self._door.close()

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):  # the door is closed
            while True:
                client, _ = self._door.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        for port in self._ports:
            try:
                server = socket.create_connection(("127.0.0.1", port), 5)
            except OSError:
                continue
            server.settimeout(None)
            for one, other in ((client, server), (server, client)):
                threading.Thread(target=_pump, args=(one, other), daemon=True).start()
            return
        client.close()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65_536):
            other.sendall(data)
    for end in (one, other):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
