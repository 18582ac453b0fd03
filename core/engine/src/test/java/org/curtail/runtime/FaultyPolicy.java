package org.curtail.runtime;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/** A policy that breaks when it is asked for the {@code faultAt}-th time. */
final class FaultyPolicy implements DelegatingPolicy {
  /** A way of breaking; some questions have fewer than others. */
  enum Fault {
    THROWS,
    ERROR,
    NULL_OR_NAN,
    /** Not for good: now and then memory or stack runs out while it thinks. */
    SHORT_OF_MEMORY
  }

  private static final int REGULAR = 1_000;

  private final Policy policy;
  private final Fault fault;
  private final int faultAt;
  private int asked;

  FaultyPolicy(Policy policy, Fault fault, int faultAt) {
    this.policy = policy;
    this.fault = fault;
    this.faultAt = faultAt;
  }

  /** From then on the engine has to do without it. */
  boolean hasBroken() {
    return fault != Fault.SHORT_OF_MEMORY && asked >= faultAt;
  }

  /** From then on an answer may come a moment late. */
  boolean isShort() {
    return fault == Fault.SHORT_OF_MEMORY && asked >= faultAt;
  }

  /** The policy without its faults. */
  @Override
  public Policy policy() {
    return policy;
  }

  private boolean breaks() {
    if (++asked < faultAt) {
      return false;
    }
    return switch (fault) {
      case THROWS -> throw new IllegalStateException("asked " + asked + " times");
      case ERROR -> throw new AssertionError("asked " + asked + " times");
      case NULL_OR_NAN -> true;
      case SHORT_OF_MEMORY -> {
        // In the end at random: an engine that asks three times in each look is to go on too.
        if (asked % 3 == 0 && (asked < REGULAR || (asked * 0x9E3779B1) >>> 31 == 0)) {
          throw asked % 2 == 0 ? new OutOfMemoryError("pretended") : new StackOverflowError();
        }
        yield false;
      }
    };
  }

  @Override
  @SuppressWarnings("NullAway") // What is tested.
  public Admission admit(Progress waiting, Load load) {
    return breaks() ? null : policy.admit(waiting, load);
  }

  @Override
  @SuppressWarnings("NullAway") // What is tested.
  public Decision decide(Progress running, Load load) {
    return breaks() ? null : policy.decide(running, load);
  }

  @Override
  public long remember(Load load) {
    return fault == Fault.SHORT_OF_MEMORY && breaks() ? 0 : policy.remember(load);
  }

  @Override
  public double priority(Progress request, Load load) {
    return breaks() ? Double.NaN : policy.priority(request, load);
  }

  @Override
  public String toString() {
    return policy + " that breaks (" + fault + ") when asked for the " + faultAt + "th time";
  }
}
