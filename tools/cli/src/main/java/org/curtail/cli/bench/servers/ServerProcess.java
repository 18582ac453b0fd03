package org.curtail.cli.bench.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.curtail.benchkit.terminal.ChildProcess;

/** A server in a process of its own, on a port of loopback. */
final class ServerProcess implements AutoCloseable {
  private final ChildProcess process;
  private final int port;
  private final Path output;

  /**
   * Starts a server, without waiting until it serves.
   *
   * @param words command line
   * @param port free port of loopback, which the command line has too
   * @param folder folder for its output
   */
  ServerProcess(List<String> words, int port, Path folder) throws IOException {
    this.port = port;
    output = folder.resolve("output-%d.txt".formatted(port));
    process = new ChildProcess(new ProcessBuilder(words), output);
  }

  int port() {
    return port;
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
