package org.curtail.cli.bench.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.curtail.benchkit.terminal.ChildProcess;
import org.curtail.benchkit.terminal.UsageError;

/** A Redis server on a port of loopback, which saves nothing. */
final class RedisServer implements AutoCloseable {
  static final String PROGRAM = "redis-server";

  private final ChildProcess process;
  private final int port;
  private final Path output;

  private RedisServer(ChildProcess process, int port, Path output) {
    this.process = process;
    this.port = port;
    this.output = output;
  }

  /**
   * Starts a server, without waiting until it serves.
   *
   * @param port free port of loopback
   * @param folder folder for its output
   * @throws UsageError if Redis is not installed
   */
  static RedisServer start(String program, int port, Path folder) throws IOException {
    Path output = folder.resolve("redis-%d.txt".formatted(port));
    var builder =
        new ProcessBuilder(
            List.of(
                program,
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                folder.toString()));
    try {
      return new RedisServer(new ChildProcess(builder, output), port, output);
    } catch (IOException e) {
      throw new UsageError(
          "%s: expected an installed Redis 7 or later, found none (Debian, Ubuntu: apt-get install redis-server): %s"
              .formatted(program, e.getMessage()),
          e);
    }
  }

  String address() {
    return "redis://127.0.0.1:" + port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long cpuMillis() {
    return process.cpuMillis();
  }

  /** Returns its output. */
  String output() throws IOException {
    return Files.readString(output).strip();
  }

  @Override
  public void close() {
    process.close();
  }
}
