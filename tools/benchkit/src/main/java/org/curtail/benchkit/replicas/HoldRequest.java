package org.curtail.benchkit.replicas;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request to a replica: hold a copy of a request for its time, and then return the copy's
 * identity.
 *
 * @param request its place in the order of arrival
 * @param copy 0 for the first
 * @param nanos for which it keeps a slot
 */
public record HoldRequest(int request, int copy, long nanos) {
  private static final Pattern LINE =
      Pattern.compile("GET /hold/(\\d{1,9})/(\\d{1,9})/(\\d{1,18}) HTTP/1\\.1");

  /** The URI of this request. */
  URI at(URI replica) {
    return replica.resolve("/hold/%d/%d/%d".formatted(request, copy, nanos));
  }

  /** Parses the first line of a message; empty if it is anything else. */
  static Optional<HoldRequest> of(String line) {
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? Optional.of(
            new HoldRequest(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Long.parseLong(matcher.group(3))))
        : Optional.empty();
  }

  /** The answer, by which a client checks the copy's identity. */
  String answer() {
    return request + "/" + copy;
  }
}
