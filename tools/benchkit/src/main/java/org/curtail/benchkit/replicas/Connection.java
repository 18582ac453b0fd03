package org.curtail.benchkit.replicas;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection to a replica. The connection reads one request after the other; its end
 * cancels the request. The connection's thread only reads; the thread of the replica writes
 * answers.
 */
final class Connection implements Runnable {
  /** Greatest length of a head in bytes, far above that of this package's client. */
  private static final int LONGEST_HEAD = 8192;

  private static final String END_OF_HEAD = "\r\n\r\n";

  private final ReplicaServer server;
  private final SocketChannel channel;
  private final ByteBuffer read = ByteBuffer.allocate(LONGEST_HEAD);

  /** Waiting or served request of this connection. Guarded by the server's lock. */
  HoldingQueue.@Nullable Place<?> place;

  Connection(ReplicaServer server, SocketChannel channel) {
    this.server = server;
    this.channel = channel;
  }

  @Override
  public void run() {
    try (channel) {
      while (read.hasRemaining() && channel.read(read) >= 0) {
        Optional<String> head = takeHead();
        if (head.isPresent() && !take(head.get())) {
          break;
        }
      }
    } catch (IOException e) {
      // The end of the connection cancels the request.
    } finally {
      server.gone(this);
    }
  }

  /** Returns the head of a message once it is complete. */
  private Optional<String> takeHead() {
    String text = new String(read.array(), 0, read.position(), ISO_8859_1);
    int end = text.indexOf(END_OF_HEAD);
    if (end < 0) {
      return Optional.empty();
    }
    read.flip().position(end + END_OF_HEAD.length());
    read.compact();
    return Optional.of(text.substring(0, end));
  }

  /** Handles a head; false if the connection must end. */
  private boolean take(String head) {
    Optional<HoldRequest> request = HoldRequest.of(head.lines().findFirst().orElse(""));
    if (request.isEmpty()) {
      write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      return false;
    }
    server.arrive(this, request.get());
    return true;
  }

  /** Answers the request of this connection; does nothing if the client has closed it. */
  void answer(String body) {
    write("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(body.length(), body));
  }

  private void write(String message) {
    ByteBuffer bytes = ByteBuffer.wrap(message.getBytes(ISO_8859_1));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      // The reading thread sees the end too.
    }
  }

  /** Ends the connection. */
  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
