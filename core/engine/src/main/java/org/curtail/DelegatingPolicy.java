package org.curtail;

import java.util.OptionalInt;

/**
 * A policy that delegates questions to another policy, except the questions that it overrides.
 * Later questions of {@link Policy} will be delegated here too.
 */
public interface DelegatingPolicy extends Policy {
  /** The policy that answers. */
  Policy policy();

  @Override
  default Admission admit(Progress waiting, Load load) {
    return policy().admit(waiting, load);
  }

  @Override
  default Decision decide(Progress running, Load load) {
    return policy().decide(running, load);
  }

  @Override
  default long remember(Load load) {
    return policy().remember(load);
  }

  @Override
  default double priority(Progress request, Load load) {
    return policy().priority(request, load);
  }

  @Override
  default int level(Progress preempted) {
    return policy().level(preempted);
  }

  @Override
  default Traits traits() {
    return policy().traits();
  }

  @Override
  default int maxDegree() {
    return policy().maxDegree();
  }

  @Override
  default int threads(int cores) {
    return policy().threads(cores);
  }

  @Override
  default OptionalInt plannedCores() {
    return policy().plannedCores();
  }

  @Override
  default String kind() {
    return policy().kind();
  }

  @Override
  default String description() {
    return policy().description();
  }
}
