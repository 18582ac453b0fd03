package org.curtail.cli.serve.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks against pages of other sites in the user's browser. Such a page can send requests to this
 * server, and with DNS rebinding it can read answers: its own name then leads here. So a request
 * must name this server by an address, as {@code localhost}, or by a name that the user allowed;
 * none of these can be a name of a stranger. What changes anything must also come from a page of
 * this server, and must have a body of JSON, which a form cannot send.
 *
 * @param allowedNames names of this server, in lower case
 */
record Strangers(Set<String> allowedNames) {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]+(%25[a-z0-9]+)?\\]");
  private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

  Strangers {
    allowedNames = Set.copyOf(allowedNames);
  }

  /** Why the server does not answer the request; empty if it does. */
  Optional<String> refusal(HttpServerRequest request) {
    String host = host(request);
    return isOwn(host)
        ? Optional.empty()
        : Optional.of(
            "the Host header must be an address, localhost or a name of --allow-host, found '%s'"
                .formatted(host == null ? "" : host));
  }

  /** Why the server does not make a change; empty if it does. {@link #refusal} comes first. */
  Optional<String> refusalOfChange(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type == null
        || !type.toLowerCase(Locale.ROOT).strip().matches("application/json(\\s*;.*)?")) {
      return Optional.of("a change needs Content-Type: application/json");
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    String host = host(request);
    // A proxy before this server may add the encryption.
    boolean isOwn =
        origin != null
            && host != null
            && (origin.equalsIgnoreCase("http://" + host)
                || origin.equalsIgnoreCase("https://" + host));
    return isOwn
        ? Optional.empty()
        : Optional.of("a change needs the Origin of this server: http://" + host);
  }

  private static @Nullable String host(HttpServerRequest request) {
    return request.getHeader(HttpHeaders.HOST);
  }

  private boolean isOwn(@Nullable String host) {
    if (host == null) {
      return false;
    }
    String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    return name.equals("localhost")
        || IPV4.matcher(name).matches()
        || IPV6.matcher(name).matches()
        || allowedNames.contains(name);
  }
}
