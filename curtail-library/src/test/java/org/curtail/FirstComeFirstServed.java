package org.curtail;

/** As many requests as cores, each on one thread; the others wait, and nobody is set aside. */
public record FirstComeFirstServed() implements Policy {
  @Override
  public Decision decide(Progress running, Load load) {
    return Decision.keep(1);
  }

  @Override
  public int maxDegree() {
    return 1;
  }

  @Override
  public int threads(int cores) {
    return cores;
  }
}
