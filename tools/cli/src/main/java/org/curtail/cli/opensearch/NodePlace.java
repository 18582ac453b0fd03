package org.curtail.cli.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.terminal.ChildProcess;

/**
 * Addresses of a node of a cluster on this machine, on loopback only.
 *
 * @param name of the node
 * @param httpPort for users
 * @param transportPort for other nodes
 */
public record NodePlace(String name, int httpPort, int transportPort) {
  /**
   * Places with free ports, named n0, n1 and so on.
   *
   * @throws IOException if there are no free ports
   */
  public static List<NodePlace> free(int count) throws IOException {
    List<Integer> ports = ChildProcess.freePorts(2 * count);
    return IntStream.range(0, count)
        .mapToObj(i -> new NodePlace("n" + i, ports.get(2 * i), ports.get(2 * i + 1)))
        .toList();
  }

  /** Address for users. */
  public String address() {
    return "http://127.0.0.1:" + httpPort;
  }

  String transportAddress() {
    return "127.0.0.1:" + transportPort;
  }
}
