package org.curtail.app;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.curtail.app.automatic.AutomaticCommand;
import org.curtail.app.bench.BenchCommand;
import org.curtail.app.capacity.CapacityCommand;
import org.curtail.app.commandline.CurtailCommandLine;
import org.curtail.app.demo.DemoCommand;
import org.curtail.app.diagnose.DiagnoseCommand;
import org.curtail.app.earlytermination.EarlyTerminationCommand;
import org.curtail.app.energy.EnergyCommand;
import org.curtail.app.export.ExportCommand;
import org.curtail.app.grid.GridCommand;
import org.curtail.app.index.IndexCommand;
import org.curtail.app.machine.MachineCommand;
import org.curtail.app.plan.PlanCommand;
import org.curtail.app.policies.PoliciesCommand;
import org.curtail.app.profile.ProfileCommand;
import org.curtail.app.queries.QueriesCommand;
import org.curtail.app.reissue.ReissueCommand;
import org.curtail.app.report.ReportCommand;
import org.curtail.app.reproduce.ReproduceCommand;
import org.curtail.app.simulate.SimulateCommand;
import org.curtail.app.traces.TracesCommand;
import org.curtail.app.tunechunks.TuneChunksCommand;
import org.curtail.app.workflow.WorkflowCommand;
import org.curtail.measurement.terminal.Console;
import org.curtail.measurement.terminal.Failure;
import org.curtail.measurement.terminal.StopSignal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Entry of the {@code curtail} command. Exit codes: 0 done, 1 failed, 2 misused, 130 stopped. */
@Command(
    name = "curtail",
    description = "Shortens the latency tail of interactive services.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Begin with: curtail demo", "Each command: curtail COMMAND --help"})
public final class Main implements Runnable {
  /** Lucene logs its choice of vector code; kept reachable so that the level stays set. */
  private static final Logger LUCENE_LOG = Logger.getLogger("org.apache.lucene");

  /** An engine warns of cores that are not there; this command emulates them, or says so itself. */
  private static final Logger ENGINE_LOG = Logger.getLogger("org.curtail");

  /** In the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          IndexCommand.class,
          QueriesCommand.class,
          ProfileCommand.class,
          PlanCommand.class,
          PoliciesCommand.class,
          SimulateCommand.class,
          CapacityCommand.class,
          EnergyCommand.class,
          ReissueCommand.class,
          WorkflowCommand.class,
          TracesCommand.class,
          ExportCommand.class,
          ReproduceCommand.class,
          GridCommand.class,
          AutomaticCommand.class,
          TuneChunksCommand.class,
          EarlyTerminationCommand.class,
          MachineCommand.class,
          BenchCommand.class,
          DiagnoseCommand.class,
          ReportCommand.class);

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it.
  private CommandSpec spec;

  private Main() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a command, found none");
  }

  public static void main(String[] args) {
    // Numbers look the same on every machine.
    Locale.setDefault(Locale.ROOT);
    LUCENE_LOG.setLevel(Level.SEVERE);
    ENGINE_LOG.setLevel(Level.SEVERE);
    CountDownLatch returned = StopSignal.install();
    int exitCode = CurtailCommandLine.FAILED;
    try {
      exitCode = execute(args);
    } catch (Throwable e) {
      // Errors such as a full heap, which no handler below sees.
      Console.system().say("curtail: " + Failure.reason(e));
    }
    if (StopSignal.raised()) {
      // The signal is already ending the process; only halting gives it our exit code.
      System.out.flush();
      Runtime.getRuntime().halt(exitCode);
    }
    returned.countDown();
    System.exit(exitCode);
  }

  static int execute(String... args) {
    return CurtailCommandLine.of(root(args), Console.system()).execute(args);
  }

  /**
   * The command that has all others.
   *
   * @param words where the first of them names a command, it has that one alone: to make all takes
   *     longer than what many of them do
   */
  static CommandSpec root(String... words) {
    CommandSpec root = CommandSpec.forAnnotatedObject(new Main());
    List<Class<?>> named =
        COMMANDS.stream().filter(it -> words.length > 0 && name(it).equals(words[0])).toList();
    for (Class<?> type : named.isEmpty() ? COMMANDS : named) {
      root.addSubcommand(name(type), CommandSpec.forAnnotatedObject(type));
    }
    return root;
  }

  private static String name(Class<?> type) {
    return type.getAnnotation(Command.class).name();
  }

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"curtail " + (version == null ? "(not packaged)" : version)};
    }
  }
}
