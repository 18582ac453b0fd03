package org.curtail.benchkit.replicas;

import java.util.Collection;

/** Where a copy goes: to any replica but those that it should not go to. */
public final class OtherReplica {
  private OtherReplica() {}

  /**
   * The number of a replica.
   *
   * @param coin at least 0: decides
   * @param replicas how many there are, at least 1
   * @param avoided numbers of replicas that it should not go to, unless there is no other
   */
  public static int of(int coin, int replicas, Collection<?> avoided) {
    int left = 0;
    for (int replica = 0; replica < replicas; replica++) {
      left += avoided.contains(replica) ? 0 : 1;
    }
    if (left == 0) {
      return coin % replicas;
    }
    int chosen = coin % left;
    int replica = 0;
    while (avoided.contains(replica) || chosen-- > 0) {
      replica++;
    }
    return replica;
  }
}
