package org.curtail.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.bench.BenchCommand;
import org.curtail.cli.bench.BenchCommands;
import org.curtail.cli.capacity.CapacityCommand;
import org.curtail.cli.commandline.CommandGroup;
import org.curtail.cli.commandline.CurtailCommandLine;
import org.curtail.cli.commandline.ResearchCommand;
import org.curtail.cli.demo.DemoCommand;
import org.curtail.cli.diagnose.DiagnoseCommand;
import org.curtail.cli.energy.EnergyCommand;
import org.curtail.cli.export.ExportCommand;
import org.curtail.cli.index.IndexCommand;
import org.curtail.cli.machine.MachineCommand;
import org.curtail.cli.plan.PlanCommand;
import org.curtail.cli.policies.PoliciesCommand;
import org.curtail.cli.profile.ProfileCommand;
import org.curtail.cli.queries.QueriesCommand;
import org.curtail.cli.reissue.ReissueCommand;
import org.curtail.cli.report.ReportCommand;
import org.curtail.cli.serve.ServeCommand;
import org.curtail.cli.simulate.SimulateCommand;
import org.curtail.cli.traces.TracesCommand;
import org.curtail.cli.tunechunks.TuneChunksCommand;
import org.curtail.cli.workflow.WorkflowCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Entry of the {@code curtail} command. Exit codes: 0 done, 1 failed, 2 misused, 130 stopped. */
@Command(
    name = "curtail",
    description = "Shortens the latency tail of interactive services.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Begin with: curtail demo", "Each command: curtail COMMAND --help"})
public final class Main extends CommandGroup {
  /**
   * Lucene's logger, which reports the choice of vector code. The reference keeps its level set.
   */
  private static final Logger LUCENE_LOG = Logger.getLogger("org.apache.lucene");

  /**
   * Logger of engines. Engines warn of missing cores, but this command emulates cores or prints its
   * own warning.
   */
  private static final Logger ENGINE_LOG = Logger.getLogger("org.curtail");

  /** All commands, in the order of the help. */
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
          TuneChunksCommand.class,
          MachineCommand.class,
          BenchCommand.class,
          ServeCommand.class,
          DiagnoseCommand.class,
          ReportCommand.class);

  /** Descriptions of the commands of {@code curtail-papers}, in the order of the help. */
  private static final Map<String, String> RESEARCH =
      new TreeMap<>(
          Map.of(
              "automatic",
              "Measures what the policy automatic learns and its gain, in the simulator.",
              "early-termination",
              "Measures what searches in order of importance visit, save and cost.",
              "grid",
              "Compares policies over demands, numbers of cores and loads, in the simulator.",
              "reproduce",
              "Reproduces the figures of a paper in the simulator."));

  private Main() {}

  public static void main(String[] args) {
    // Use the same format of numbers on every machine.
    Locale.setDefault(Locale.ROOT);
    LUCENE_LOG.setLevel(Level.SEVERE);
    ENGINE_LOG.setLevel(Level.SEVERE);
    CountDownLatch returned = StopSignal.install();
    int exitCode = CurtailCommandLine.FAILED;
    try {
      exitCode = execute(args);
    } catch (Throwable e) {
      // Errors such as a full heap reach no handler below.
      Console.system().say("curtail: " + Failure.reason(e));
    }
    if (StopSignal.raised()) {
      // The signal already ends the process. Only halt() still sets the exit code.
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
   * The command with its sub-commands.
   *
   * @param words command line; if its first word names a command, only that sub-command is created,
   *     which saves time
   */
  static CommandSpec root(String... words) {
    CommandSpec root = CommandSpec.forAnnotatedObject(new Main());
    List<Class<?>> named =
        COMMANDS.stream().filter(it -> words.length > 0 && name(it).equals(words[0])).toList();
    for (Class<?> type : named.isEmpty() ? COMMANDS : named) {
      root.addSubcommand(name(type), spec(type, List.of(words)));
    }
    if (named.isEmpty()) {
      addResearch(root);
    }
    return root;
  }

  private static CommandSpec spec(Class<?> type, List<String> words) {
    return type == BenchCommand.class
        ? BenchCommands.command(words.stream().skip(1).toList())
        : CommandSpec.forAnnotatedObject(type);
  }

  /** Adds the commands of {@code curtail-papers} under a heading at the end. */
  private static void addResearch(CommandSpec root) {
    Map<String, CommandSpec> found = new HashMap<>();
    ServiceLoader.load(ResearchCommand.class)
        .forEach(it -> found.put(name(it.getClass()), CommandSpec.forAnnotatedObject(it)));
    var help = new ArrayList<String>(List.of("", "Research, built on first use:"));
    RESEARCH
        .keySet()
        .forEach(name -> {
          CommandSpec spec = Objects.requireNonNullElseGet(found.get(name), () -> missing(name));
          spec.usageMessage().hidden(true);
          root.addSubcommand(name, spec);
        });
    String table = new CommandLine.Help(root).createTextTable(RESEARCH).toString();
    help.addAll(table.stripTrailing().lines().toList());
    help.addAll(List.of(root.usageMessage().footer()));
    root.usageMessage().footer(help.toArray(String[]::new));
  }

  /** True if the command is a placeholder for one whose jar is missing. */
  static boolean isMissing(CommandSpec command) {
    return command.userObject() instanceof Missing;
  }

  /** Placeholder for a command of research whose jar is missing. */
  private record Missing(String name) implements Runnable {
    @Override
    public void run() {
      throw new UsageError(
          name + ": its jar, curtail-papers.jar, is missing; ./curtail builds it in a clone");
    }
  }

  private static CommandSpec missing(String name) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(new Missing(name));
    spec.parser().unmatchedArgumentsAllowed(true).unmatchedOptionsArePositionalParams(true);
    spec.usageMessage().description(RESEARCH.get(name));
    return spec;
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
