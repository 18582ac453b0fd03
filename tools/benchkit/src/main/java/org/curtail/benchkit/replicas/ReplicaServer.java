package org.curtail.benchkit.replicas;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A replica: an HTTP/1.1 server on loopback that holds each request for the time in its path. Each
 * slot holds one request; others wait in FIFO order. A replica computes nothing, so two cores
 * suffice for several replicas with hundreds of requests.
 *
 * <p>The server of the JDK ({@code jdk.httpserver}) reads a connection only after an answer, so it
 * does not notice a cancellation. Here, a cancellation frees the slot, which determines the cost of
 * a hedge. The server supports only the client of this package: {@code GET} without a body, on
 * persistent connections.
 *
 * <p>A virtual thread reads each connection, also while its request is held: the end of the
 * connection cancels the request. One thread per replica waits for the next done request and
 * answers it. Thread-safe.
 */
final class ReplicaServer implements AutoCloseable {
  private static final int BACKLOG = 1024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition idle = lock.newCondition();
  private final HoldingQueue<Held> queue;
  private final ServerSocketChannel socket;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final Thread timer;
  private boolean closed;
  private long arrived;
  private long answered;
  private long cancelled;

  private record Held(Connection connection, HoldRequest request) {}

  /**
   * Counts of a replica's work so far.
   *
   * @param arrived number of attempts that arrived
   * @param answered number of answered attempts
   * @param cancelled number of attempts whose client closed the connection before the answer
   * @param mostServing greatest number of occupied slots
   * @param inside number of attempts still here: waiting, served, or with a due answer
   */
  record Tally(long arrived, long answered, long cancelled, int mostServing, int inside) {}

  private ReplicaServer(ServerSocketChannel socket, int number, int slots) {
    this.socket = socket;
    queue = new HoldingQueue<>(slots, System.nanoTime());
    timer = new Thread(this::answerWhenDone, "replica-" + number);
    timer.setDaemon(true);
  }

  /**
   * Starts a server on a free port.
   *
   * @param number number from 0 in the names of threads
   */
  static ReplicaServer start(int number, int slots) throws IOException {
    ServerSocketChannel socket = ServerSocketChannel.open();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
      var server = new ReplicaServer(socket, number, slots);
      server.timer.start();
      Thread.ofVirtual().name("replica-" + number + "-accept").start(server::accept);
      return server;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  URI address() throws IOException {
    var at = (InetSocketAddress) socket.getLocalAddress();
    String host = at.getAddress().getHostAddress();
    return URI.create(
        "http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, at.getPort()));
  }

  private void accept() {
    while (true) {
      try {
        SocketChannel channel = socket.accept();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        var connection = new Connection(this, channel);
        connections.add(connection);
        Thread.ofVirtual().start(connection);
      } catch (IOException e) {
        // The server is closed, or no more files can be opened; then the client fails too.
        if (!socket.isOpen()) {
          return;
        }
      }
    }
  }

  /** Adds a request of a connection. */
  void arrive(Connection connection, HoldRequest request) {
    lock.lock();
    try {
      arrived++;
      long before = queue.nextEventNanos();
      connection.place =
          queue.arrive(new Held(connection, request), request.nanos(), System.nanoTime());
      if (queue.nextEventNanos() < before) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Cancels the request of a connection that has ended, if there is one. */
  @SuppressWarnings("unchecked") // A connection knows only places of its own server.
  void gone(Connection connection) {
    connections.remove(connection);
    lock.lock();
    try {
      HoldingQueue.@Nullable Place<Held> place = (HoldingQueue.Place<Held>) connection.place;
      if (place != null && queue.cancel(place, System.nanoTime())) {
        cancelled++;
        connection.place = null;
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void answerWhenDone() {
    try {
      List<Held> done = awaitDone();
      while (!done.isEmpty()) {
        done.forEach(held -> held.connection().answer(held.request().answer()));
        done = awaitDone();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for done requests; empty if the server is closed. */
  private List<Held> awaitDone() throws InterruptedException {
    lock.lock();
    try {
      while (!closed) {
        queue.advance(System.nanoTime());
        List<Held> done = queue.takeDone();
        for (Held held : done) {
          held.connection().place = null;
          answered++;
        }
        if (inside() == 0) {
          idle.signalAll();
        }
        if (!done.isEmpty()) {
          return done;
        }
        long next = queue.nextEventNanos();
        if (next == Long.MAX_VALUE) {
          changed.await();
        } else {
          var _ = changed.awaitNanos(next - System.nanoTime());
        }
      }
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  /** Sets the speeds from now on: 1 until the first change. */
  void setSpeeds(List<SpeedChange> speeds) {
    lock.lock();
    try {
      queue.setSpeeds(speeds, System.nanoTime());
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no request is waiting or served and all answers are sent.
   *
   * @return false if the replica is still busy after the given time
   */
  boolean awaitIdle(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (inside() > 0) {
        if (left <= 0) {
          return false;
        }
        changed.signal();
        left = idle.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private int inside() {
    return queue.serving() + queue.waiting() + queue.done();
  }

  Tally tally() {
    lock.lock();
    try {
      queue.advance(System.nanoTime());
      return new Tally(arrived, answered, cancelled, queue.mostServing(), inside());
    } finally {
      lock.unlock();
    }
  }

  /** Ends all connections. */
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    socket.close();
    connections.forEach(Connection::close);
  }
}
