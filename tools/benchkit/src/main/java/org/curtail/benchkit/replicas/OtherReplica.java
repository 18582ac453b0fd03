package org.curtail.benchkit.replicas;

import java.util.Collection;

/** Choice of the replica for a copy: any but the avoided ones. */
public final class OtherReplica {
  private OtherReplica() {}

  /**
   * Returns the number of a replica.
   *
   * @param coin random number: at least 0
   * @param replicas number of replicas: at least 1
   * @param avoided numbers of replicas to avoid if there are others
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
