package org.curtail.benchkit.replicas;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message to a replica: hold an attempt for a time, and then return its identity.
 *
 * @param request index of the request in the order of arrival
 * @param copy 0 for the original, 1 for the copy
 * @param nanos time for which the attempt occupies a slot
 */
public record HoldRequest(int request, int copy, long nanos) {
  private static final Pattern LINE =
      Pattern.compile("GET /hold/(\\d{1,9})/(\\d{1,9})/(\\d{1,18}) HTTP/1\\.1");

  /** The URI of this request. */
  URI at(URI replica) {
    return replica.resolve("/hold/%d/%d/%d".formatted(request, copy, nanos));
  }

  /** Parses the first line of a message; empty if it has another form. */
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

  /** Returns the answer with the identity of the attempt, which a client checks. */
  String answer() {
    return request + "/" + copy;
  }
}
