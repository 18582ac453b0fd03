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
 * Rules that select hedged calls, and failures that end a call. Immutable.
 *
 * <p>Only unary calls of methods that may run more than once are hedged. Idempotent methods have
 * {@code option idempotency_level = NO_SIDE_EFFECTS} or {@code IDEMPOTENT} in their {@code .proto}
 * file, or are listed here.
 *
 * @param idempotentMethods full names of methods, such as {@code shop.Catalog/Get}, or of services
 *     with all their methods, such as {@code shop.Catalog}
 * @param nonFatal failures of an attempt that do not end the call, as in gRFC A6, "Hedging Policy"
 * @param messageLimitBytes greatest length of a hedged request: at least 0. Requests of unknown
 *     length, which protobuf does not have, are not limited
 */
public record HedgingRules(
    Set<String> idempotentMethods, Set<Status.Code> nonFatal, int messageLimitBytes) {
  /** Greatest size of a request that grpc-java itself buffers for retries. */
  public static final int DEFAULT_MESSAGE_LIMIT_BYTES = 1 << 20;

  /**
   * Rules without listed methods, with {@code UNAVAILABLE} as the only non-fatal failure, for
   * requests of at most 1 MiB.
   */
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

  /** Returns these rules with other failures that do not end a call. */
  public HedgingRules withNonFatal(Status.Code... codes) {
    return new HedgingRules(idempotentMethods, Set.of(codes), messageLimitBytes);
  }

  /** Returns these rules with another greatest length of a request. */
  public HedgingRules withMessageLimit(int bytes) {
    return new HedgingRules(idempotentMethods, nonFatal, bytes);
  }

  /**
   * True if a failure is not fatal and its server does not forbid more attempts. For {@code
   * HedgeSetup.retrying(rules::isRetryable)}.
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

  /** True if this status does not end the call. */
  boolean isNonFatal(Status status) {
    return nonFatal.contains(status.getCode());
  }
}
