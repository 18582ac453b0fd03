package org.curtail.benchkit.terminal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process that ends with this one, unless this one is killed. */
public final class ChildProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 30;

  /** Time for a command to stop the processes that it started. */
  private static final long GRACE_SECONDS = 40;

  private final Process process;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread atExit = new Thread(this::endAtExit, "curtail-end-child");

  /**
   * Starts the process; its output goes to a file.
   *
   * @throws Interrupted if this process is about to end
   */
  public ChildProcess(ProcessBuilder builder, Path output) throws IOException {
    process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
    } catch (IllegalStateException e) {
      kill();
      throw new Interrupted("stopped; no server is running");
    }
  }

  /**
   * Returns free ports of loopback for servers to start. All stay open until all are found, so that
   * none is found twice.
   *
   * @throws IOException if there are no free ports
   */
  public static List<Integer> freePorts(int count) throws IOException {
    var held = new ArrayList<ServerSocket>();
    try {
      for (int i = 0; i < count; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket one : held) {
        one.close();
      }
    }
  }

  /** Number of the process. */
  public long number() {
    return process.pid();
  }

  /** True if it runs or is paused. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** CPU time so far, in milliseconds; 0 if unknown or after its end. */
  public long cpuMillis() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
  }

  /** Exit code of an ended process. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Kills the process at once, like a crash. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Ends the process and waits for its end; by force if it does not end on request. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      process.destroy();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        kill();
        process.waitFor();
      }
    } catch (InterruptedException e) {
      interrupted = true;
      kill();
    }
    closed.countDown();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This process is about to end, and the hook has nothing left to do.
    }
  }

  private void endAtExit() {
    try {
      if (!closed.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }
}
