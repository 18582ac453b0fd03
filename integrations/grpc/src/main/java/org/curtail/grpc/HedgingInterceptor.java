package org.curtail.grpc;

import static java.util.Objects.requireNonNull;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import org.curtail.hedge.Hedge;

/**
 * Hedges the unary calls of a gRPC channel or stub: a call that has no answer yet is sent again
 * when the {@link Hedge} says so, the caller gets the headers, messages and trailers of one
 * attempt, and the other attempts are cancelled. Safe for all threads; one is enough for any number
 * of channels.
 *
 * <pre>{@code
 * Hedge hedge = Hedge.of(plan).named("catalog").idempotent().start();
 * var stub = CatalogGrpc.newBlockingStub(channel).withInterceptors(HedgingInterceptor.of(hedge));
 * }</pre>
 *
 * <p>Streaming calls, and calls of methods that may not run more than once ({@link HedgingRules}),
 * pass through untouched.
 *
 * <p>What gRFC A6 says of hedging holds here too:
 *
 * <ul>
 *   <li>All attempts have the call's deadline, so that each gets what is left of it, and do all
 *       that they do in the caller's {@code Context}.
 *   <li>An attempt that fails with a fatal status ends the call; {@code HedgingRules.nonFatal}
 *       lists the others. If all attempts fail, the caller gets the first failure.
 *   <li>Further attempts have the header {@code grpc-previous-rpc-attempts}; so have the response
 *       headers of such an attempt.
 *   <li>A failed attempt whose trailers have {@code grpc-retry-pushback-ms} makes the next one wait
 *       for so long; if the value is negative or no number, or if the wait ends after the deadline,
 *       there is no next one. If no other attempt is under way then, the call ends with the last
 *       failure.
 * </ul>
 *
 * <p>What differs from an ordinary call: nothing is sent before the caller half-closes, which stubs
 * do at once; the caller gets the response headers together with the answer. Interceptors below
 * this one see each attempt as a call of its own, those above see one call. Do not configure a
 * {@code hedgingPolicy} or {@code retryPolicy} in the channel's service config for the same
 * methods: copies would be multiplied.
 */
public final class HedgingInterceptor implements ClientInterceptor {
  private final Hedge hedge;
  private final HedgingRules rules;
  private final Counters counters = new Counters();

  private HedgingInterceptor(Hedge hedge, HedgingRules rules) {
    this.hedge = requireNonNull(hedge, "hedge");
    this.rules = requireNonNull(rules, "rules");
  }

  /** By {@link HedgingRules#DEFAULT}: only methods whose descriptor says that they may repeat. */
  public static HedgingInterceptor of(Hedge hedge) {
    return of(hedge, HedgingRules.DEFAULT);
  }

  /**
   * By rules of your own.
   *
   * @param hedge stays its owner's to close. Once it is closed, calls pass through
   */
  public static HedgingInterceptor of(Hedge hedge, HedgingRules rules) {
    return new HedgingInterceptor(hedge, rules);
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    if (method.getType() != MethodType.UNARY) {
      counters.streaming.increment();
      return next.newCall(method, options);
    }
    if (!rules.mayRepeat(method)) {
      counters.undeclared.increment();
      return next.newCall(method, options);
    }
    return new HedgedClientCall<>(hedge, rules, counters, method, options, next);
  }

  /** What became of the calls so far. */
  public HedgingCounts counts() {
    return counters.now();
  }
}
