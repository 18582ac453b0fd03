package org.curtail.grpc;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rules for the hedged calls, and for the failures that end a call. Immutable.
 *
 * <p>Only unary calls of methods that may run more than once are hedged: methods whose descriptor
 * declares it, as generated from a {@code .proto} file with {@code option idempotency_level =
 * NO_SIDE_EFFECTS} or {@code IDEMPOTENT}, and those listed here.
 *
 * @param idempotentMethods full names of methods, such as {@code shop.Catalog/Get}, or of services
 *     with all their methods, such as {@code shop.Catalog}
 * @param nonFatal failures of one attempt after which others may succeed. Any other failure ends
 *     the call, as in gRFC A6, "Hedging Policy"
 * @param messageLimitBytes a call with a longer request is not hedged; at least 0. Requests whose
 *     length is unknown before they are written, unlike those of protobuf, have no limit
 */
public record HedgingRules(
    Set<String> idempotentMethods, Set<Status.Code> nonFatal, int messageLimitBytes) {
  /** Size of a request that grpc-java buffers to send it again. */
  public static final int DEFAULT_MESSAGE_LIMIT_BYTES = 1 << 20;

  /** No method is listed; {@code UNAVAILABLE} is not fatal; requests of at most 1 MiB. */
  public static final HedgingRules DEFAULT =
      new HedgingRules(Set.of(), Set.of(Status.Code.UNAVAILABLE), DEFAULT_MESSAGE_LIMIT_BYTES);

  private static final Pattern NAME = Pattern.compile("[^/\\s]+(/[^/\\s]+)?");

  public HedgingRules {
    idempotentMethods = Set.copyOf(idempotentMethods);
    nonFatal = Set.copyOf(nonFatal);
    for (String name : idempotentMethods) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "expected a method such as shop.Catalog/Get or a service such as shop.Catalog: '"
                + name
                + "'");
      }
    }
    if (nonFatal.contains(Status.Code.OK)) {
      throw new IllegalArgumentException("OK is no failure: " + nonFatal);
    }
    if (messageLimitBytes < 0) {
      throw new IllegalArgumentException(
          "messageLimitBytes must not be negative: " + messageLimitBytes);
    }
  }

  /**
   * Returns these rules with additional methods or services.
   *
   * @param names such as {@code shop.Catalog/Get} or {@code shop.Catalog}
   */
  public HedgingRules withIdempotent(String... names) {
    var all = new HashSet<>(idempotentMethods);
    all.addAll(Arrays.asList(names));
    return new HedgingRules(all, nonFatal, messageLimitBytes);
  }

  /** Returns these rules with exactly these failures that do not end a call. */
  public HedgingRules withNonFatal(Status.Code... codes) {
    return new HedgingRules(idempotentMethods, Set.of(codes), messageLimitBytes);
  }

  /** Returns these rules with another limit for the length of a request. */
  public HedgingRules withMessageLimit(int bytes) {
    return new HedgingRules(idempotentMethods, nonFatal, bytes);
  }

  /**
   * True if another attempt may be sent at once after this failure: its status is not fatal, and
   * its server does not forbid it. For {@code HedgeSetup.retrying(rules::isRetryable)}.
   */
  public boolean isRetryable(Throwable failure) {
    if (!(failure instanceof StatusRuntimeException failed) || !isNonFatal(failed.getStatus())) {
      return false;
    }
    var pushback = new Pushback();
    Metadata trailers = failed.getTrailers();
    if (trailers != null) {
      pushback.learn(trailers, 0);
    }
    return !pushback.isStopped();
  }

  /** True if calls of a method may be sent more than once. */
  boolean mayRepeat(MethodDescriptor<?, ?> method) {
    if (method.isIdempotent() || method.isSafe()) {
      return true;
    }
    String service = method.getServiceName();
    return idempotentMethods.contains(method.getFullMethodName())
        || (service != null && idempotentMethods.contains(service));
  }

  /** True if other attempts may succeed after this status. */
  boolean isNonFatal(Status status) {
    return nonFatal.contains(status.getCode());
  }
}
