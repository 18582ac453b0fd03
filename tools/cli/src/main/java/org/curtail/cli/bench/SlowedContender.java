package org.curtail.cli.bench;

import java.util.List;
import org.curtail.benchkit.emulate.ClassTimes;
import org.curtail.benchkit.emulate.SlowWorkers;
import org.curtail.benchkit.emulate.SlowWorkers.Held;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.energy.EnergyAccount;
import org.curtail.runtime.Curtail;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/** A policy of speeds on an engine with workers slowed to the speed of their class. */
final class SlowedContender implements Contender {
  private final String name;
  private final SlowWorkers workers;
  private final ClassTimes times;
  private final Curtail curtail;
  private final Searches searches;

  /**
   * Starts the engine.
   *
   * @param requestsPerBlock limit of waiting requests; slow workers may be too slow for the load
   */
  SlowedContender(
      String name,
      SpeedMachine machine,
      SpeedPolicy policy,
      Workload workload,
      int requestsPerBlock) {
    this.name = name;
    workers = new SlowWorkers(machine);
    times = new ClassTimes(machine);
    curtail =
        Curtail.with(machine, policy)
            .binding(workers)
            .listener(times)
            .queueLimit(requestsPerBlock)
            .name(name)
            .start();
    searches = Searches.on(curtail, workload);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void resume() {
    times.forget();
    workers.forget();
  }

  @Override
  public Answer submit(int query, Runnable poll) {
    return new CurtailContender.TicketAnswer(
        curtail.submit(workers.slowed(searches.work(query, poll))));
  }

  /** Energy of the cores in the last block, which took {@code wallMs}. */
  EnergyAccount account(double wallMs) {
    return times.account(Math.round(wallMs * 1e6), 1);
  }

  /** Speeds of its workers in the last block. */
  List<Held> held() {
    return workers.held();
  }

  @Override
  public void close() {
    curtail.close();
  }
}
