"""Notifications and a reply as one body of server-sent events."""

from frisian_pipeline.mcp.protocol import Reply
from frisian_pipeline.mcp.protocol.progress import streamed


class TestStreamed:
    def test_ends_with_the_reply(self) -> None:
        """Each notification is an event of its own and the reply is the last; its pieces stay pieces."""
        reply = streamed(Reply(200, (b"{", b"}")), [b"1", b"2"])
        assert reply.body == (b"event: message\ndata: 1\n\nevent: message\ndata: 2\n\nevent: message\ndata: {}\n\n")
        assert reply.pieces[-3:-1] == (b"{", b"}")

    def test_is_told_from_json(self) -> None:
        """The status and the headers are those of the reply, but for the type."""
        reply = streamed(Reply(200, (b"{}",), {"Content-Type": "application/json", "X-Host": "one"}), [b"1"])
        assert (reply.status, reply.headers) == (200, {"Content-Type": "text/event-stream", "X-Host": "one"})
