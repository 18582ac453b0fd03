package org.curtail.runtime;

/** Which policy serves, after which others. Changed under the dispatcher's lock, read without. */
final class Succession {
  /** Read wherever a worker asks; not at borders where nothing is due. */
  private volatile PolicyInForce present;

  /** Most threads that a policy has ever allowed a request. */
  private volatile int mostDegree;

  /** Whether any of them wanted requests boosted. */
  private boolean anyBoosts;

  /** What is about to be in force. */
  private PolicyInForce coming;

  Succession(PolicyInForce first) {
    present = first;
    coming = first;
    take(first);
  }

  PolicyInForce present() {
    return present;
  }

  int mostDegree() {
    return mostDegree;
  }

  boolean anyBoosts() {
    return anyBoosts;
  }

  /** This one is about to be in force. */
  void prepare(PolicyInForce next) {
    coming = next;
  }

  /** What was prepared is in force from now on. Needs no memory. */
  void change() {
    take(coming);
    present = coming;
  }

  private void take(PolicyInForce next) {
    mostDegree = Math.max(mostDegree, next.maxDegree());
    anyBoosts |= next.service().boosts();
  }
}
