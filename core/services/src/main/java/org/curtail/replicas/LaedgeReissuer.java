package org.curtail.replicas;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.reissue.plan.IdleDispatch;

/** Queues requests at the client until a slot is free, and uses idle slots for copies. */
final class LaedgeReissuer extends Reissuer {
  private final List<ShardSlots> shards;

  /** The replicas of a shard for {@link IdleDispatch}. */
  private static final class ShardSlots implements IdleDispatch.Slots<Call> {
    private final ReplicaRun run;
    private final int shard;
    final IdleDispatch<Call> dispatch = new IdleDispatch<>(this);
    private double nowMillis;

    ShardSlots(ReplicaRun run, int shard) {
      this.run = run;
      this.shard = shard;
    }

    IdleDispatch<Call> at(double millis) {
      nowMillis = millis;
      return dispatch;
    }

    private Server server(int replica) {
      return run.servers(shard).get(replica);
    }

    @Override
    public int replicas() {
      return run.servers(shard).size();
    }

    @Override
    public int copies(int replica) {
      return server(replica).inSystem();
    }

    @Override
    public boolean hasFreeSlot(int replica) {
      return server(replica).hasFreeSlot();
    }

    @Override
    public boolean has(Call call, int replica) {
      for (Copy copy : call.copies) {
        if (copy.server.replica == replica && copy.isWanted()) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean isOver(Call call) {
      return call.closed;
    }

    @Override
    public void send(Call call, int replica) {
      run.send(call, server(replica), nowMillis);
    }

    @Override
    public boolean sendCopy(Call call, int replica) {
      return run.sendCopyTo(call, server(replica), nowMillis);
    }

    @Override
    public void cancelCopy(Call call, int replica) {
      for (Copy copy : call.copies) {
        if (copy.server.replica == replica && copy.isWanted()) {
          run.evict(copy, nowMillis);
          return;
        }
      }
    }
  }

  LaedgeReissuer(ReplicaSimulation simulation, ReplicaRun run) {
    super(run);
    shards =
        IntStream.range(0, simulation.fanOut().shards())
            .mapToObj(shard -> new ShardSlots(run, shard))
            .toList();
  }

  @Override
  void arrived(Call call, double nowMillis) {
    shards.get(call.shard).at(nowMillis).arrived(call);
  }

  @Override
  void due(Call call, int number, double nowMillis) {
    throw new IllegalStateException("nothing was planned");
  }

  @Override
  void freed(Server server, double nowMillis) {
    shards.get(run.shard(server)).at(nowMillis).freed(server.replica);
  }
}
