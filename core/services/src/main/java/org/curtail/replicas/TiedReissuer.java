package org.curtail.replicas;

/** Sends each request twice; the copy that starts first cancels the other. */
final class TiedReissuer extends Reissuer {
  private final double messageMillis;

  TiedReissuer(Reissuing.Tied reissue, ReplicaRun run) {
    super(run);
    messageMillis = reissue.messageMillis();
  }

  @Override
  void arrived(Call call, double nowMillis) {
    run.sendFirst(call, nowMillis);
    run.remind(call, 0, nowMillis + 2 * messageMillis);
  }

  @Override
  void due(Call call, int number, double nowMillis) {
    Copy first = call.copies.getFirst();
    boolean isKnown =
        first.state != Copy.State.WAITING && first.startedMillis + messageMillis <= nowMillis;
    if (isKnown) {
      // The second server knew of the start before the copy came, and drops it at once.
      run.sendInVain(call);
    } else {
      run.sendCopy(call, nowMillis);
    }
  }

  @Override
  void started(Copy copy, double nowMillis) {
    for (Copy other : copy.call.copies) {
      if (other != copy && other.state == Copy.State.WAITING) {
        run.dropIfWaiting(other, nowMillis, messageMillis);
      }
    }
  }
}
