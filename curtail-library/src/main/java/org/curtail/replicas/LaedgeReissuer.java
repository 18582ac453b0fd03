package org.curtail.replicas;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps requests at the client until a slot is free, and gives copies what is left. */
final class LaedgeReissuer extends Reissuer {
  private static final int FEWEST_TO_CLEAN = 64;

  private final List<Shard> shards;

  /** What the client knows of a shard. Entries may have become void. */
  private static final class Shard {
    /** Who has no copy yet. */
    final ArrayDeque<Call> waiting = new ArrayDeque<>();

    /** Who has one copy, the oldest first. */
    final PriorityQueue<Call> single =
        new PriorityQueue<>(Comparator.comparingInt((Call call) -> call.index));

    /** Second copies in the order they were sent. */
    final ArrayList<Copy> seconds = new ArrayList<>();

    int cleanAt = FEWEST_TO_CLEAN;
  }

  LaedgeReissuer(ReplicaSimulation simulation, ReplicaRun run) {
    super(run);
    shards = Stream.generate(Shard::new).limit(simulation.fanOut().shards()).toList();
  }

  @Override
  void arrived(Call call, double nowMillis) {
    Shard shard = shards.get(call.shard);
    @Nullable Server free = leastLoaded(call);
    if (free == null) {
      @Nullable Copy second = lastSecond(shard);
      if (second == null) {
        shard.waiting.add(call);
        return;
      }
      free = second.server;
      shard.single.add(second.call);
      run.evict(second, nowMillis);
    }
    run.send(call, free, nowMillis);
    shard.single.add(call);
    useFreeSlots(shard, nowMillis);
  }

  @Override
  void due(Call call, int number, double nowMillis) {
    throw new IllegalStateException("nothing was planned");
  }

  @Override
  void freed(Server server, double nowMillis) {
    Shard shard = shards.get(run.shard(server));
    while (server.hasFreeSlot() && !shard.waiting.isEmpty()) {
      Call next = shard.waiting.remove();
      if (!next.closed) {
        run.send(next, server, nowMillis);
        shard.single.add(next);
      }
    }
    if (shard.waiting.isEmpty()) {
      useFreeSlots(shard, nowMillis);
    }
  }

  /** Second copies to wherever there is a slot. */
  private void useFreeSlots(Shard shard, double nowMillis) {
    var without = new ArrayList<Call>();
    while (!shard.single.isEmpty() && run.hasFreeSlot(shard.single.element().shard)) {
      Call call = shard.single.remove();
      if (call.closed) {
        continue;
      }
      @Nullable Server free = leastLoaded(call);
      if (free == null) {
        // The only slots are where it is served already.
        without.add(call);
      } else if (!run.sendCopyTo(call, free, nowMillis)) {
        without.add(call);
        break;
      } else {
        shard.seconds.add(call.copies.getLast());
      }
    }
    shard.single.addAll(without);
    if (shard.seconds.size() > shard.cleanAt) {
      shard.seconds.removeIf(copy -> copy.state == Copy.State.GONE);
      shard.cleanAt = FEWEST_TO_CLEAN + 2 * shard.seconds.size();
    }
  }

  /** The second copy that was sent last and is still served. */
  private static @Nullable Copy lastSecond(Shard shard) {
    while (!shard.seconds.isEmpty()) {
      Copy last = shard.seconds.removeLast();
      if (last.state != Copy.State.GONE && !last.cancelled) {
        return last;
      }
    }
    return null;
  }

  /** Of servers with a free slot and no copy of a call, the one with the fewest. */
  private @Nullable Server leastLoaded(Call call) {
    @Nullable Server least = null;
    for (Server server : run.servers(call.shard)) {
      if (server.hasFreeSlot()
          && !isServed(call, server)
          && (least == null || server.inSystem() < least.inSystem())) {
        least = server;
      }
    }
    return least;
  }

  private static boolean isServed(Call call, Server server) {
    for (Copy copy : call.copies) {
      if (copy.server == server && copy.state != Copy.State.GONE) {
        return true;
      }
    }
    return false;
  }
}
