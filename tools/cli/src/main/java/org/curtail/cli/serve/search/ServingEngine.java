package org.curtail.cli.serve.search;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.emulate.Pace;
import org.curtail.benchkit.emulate.StretchedWork;
import org.curtail.benchkit.emulate.VirtualCores;
import org.curtail.benchkit.emulate.WaitMeter;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.linux.LinuxSignals;
import org.curtail.linux.LinuxThreads;
import org.curtail.policies.Policies;
import org.curtail.runtime.AutomaticSetup;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Setup;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.curtail.signals.Signals;
import org.jspecify.annotations.Nullable;

/** A started engine on this machine's cores or on emulated ones. Safe for several threads. */
public final class ServingEngine implements AutoCloseable {
  /** Name of every engine of the server, in metrics. */
  private static final String NAME = "serve";

  /** Share of the machine's cores that emulated cores use at full load. */
  private static final double EMULATED_SHARE = 0.25;

  private static final Signals SIGNALS = LinuxSignals.probe();

  private static final double LEAST_FACTOR = 2;

  private final EngineSetting setting;
  private final Curtail curtail;
  private final @Nullable VirtualCores emulated;

  private ServingEngine(EngineSetting setting, Curtail curtail) {
    this.setting = setting;
    this.curtail = curtail;
    emulated = setting.isEmulated() ? new VirtualCores(setting.cores(), new WaitMeter()) : null;
  }

  /**
   * Starts an engine.
   *
   * @param inputs of the policy
   * @param knowledge with which automatic begins, as {@code curtail-automatic/1}
   * @param listeners of its requests
   * @throws IllegalArgumentException if the policy is unknown or cannot serve; see {@link #check}
   */
  static ServingEngine start(
      EngineSetting setting,
      Policies.Ingredients inputs,
      Optional<String> knowledge,
      List<RequestListener> listeners) {
    check(setting, inputs);
    Setup setup;
    if (PolicyNames.isAutomatic(setting.policy())) {
      AutomaticSetup automatic =
          Curtail.automatic()
              .planningThreads(LinuxThreads.named(NAME + "-planning").behindOthers());
      knowledge.ifPresent(known -> automatic.knowing(known, "the knowledge of automatic"));
      setup = automatic;
    } else {
      setup = Curtail.with(Policies.named(setting.policy(), inputs));
    }
    listeners.forEach(setup::listener);
    if (!setting.isEmulated()) {
      // Waits on emulated cores would look like waits for something.
      setup.signals(SIGNALS);
    }
    return new ServingEngine(
        setting, setup.cores(setting.cores()).queueLimit(setting.queueLimit()).name(NAME).start());
  }

  /**
   * Rejects an engine that cannot serve.
   *
   * @throws IllegalArgumentException if the policy is unknown, lacks a profile or a table, or needs
   *     true demands, which nobody knows of live requests
   */
  public static void check(EngineSetting setting, Policies.Ingredients inputs) {
    String policy = setting.policy();
    if (policy.equals(PolicyNames.AUTOMATIC) || policy.equals(PolicyNames.AUTOMATIC_PREDICTED)) {
      return;
    }
    if (!Policies.isKnown(policy)) {
      throw new IllegalArgumentException(PolicyNames.unknown(policy, Policies::isKnown));
    }
    if (Policies.needs(policy).contains(Policies.Need.DEMAND)) {
      throw new IllegalArgumentException(PolicyNames.needsDemand(policy));
    }
    Policies.checkThreads(policy, Policies.named(policy, inputs), setting.cores());
  }

  /** Its setting. */
  public EngineSetting setting() {
    return setting;
  }

  /** The engine itself. */
  public Curtail curtail() {
    return curtail;
  }

  /** True if its policy uses predictions of the time of a search. */
  boolean isPredicted() {
    String policy = setting.policy();
    return policy.equals(PolicyNames.AUTOMATIC_PREDICTED)
        || (!PolicyNames.isAutomatic(policy) && Policies.needsPrediction(policy));
  }

  /**
   * Factor by which requests last longer than on a core of this machine: 1 without emulation. At
   * full load, emulated cores use a quarter of the machine.
   */
  public double factor() {
    return setting.isEmulated()
        ? Math.max(
            LEAST_FACTOR,
            setting.cores() / (EMULATED_SHARE * Runtime.getRuntime().availableProcessors()))
        : 1;
  }

  /** Submits work as {@link Curtail#submit(SharedWork, RequestOptions)} does. */
  public <W, R> Ticket<R> submit(SharedWork<W, R> work, RequestOptions options) {
    VirtualCores cores = emulated;
    return curtail.submit(
        cores == null
            ? work
            : new StretchedWork<>(
                work, cores, factor(), Pace.leastWaitMs(setting.cores()) * 1_000_000),
        options);
  }

  /** The knowledge of automatic, as {@code curtail-automatic/1}; empty if there is none. */
  Optional<String> knowledge() {
    return curtail
        .autopilot()
        .flatMap(autopilot -> {
          var text = new StringWriter();
          try {
            return autopilot.export(text) ? Optional.of(text.toString()) : Optional.empty();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Refuses new requests, and waits for the others without limit. */
  @Override
  public void close() {
    curtail.close();
  }

  /** Refuses new requests, waits for the others, and cancels them after this time. */
  void close(Duration grace) {
    curtail.close(grace);
  }
}
