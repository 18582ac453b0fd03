package org.curtail.cli.workflow;

import org.curtail.cli.commandline.CommandGroup;
import picocli.CommandLine.Command;

/** {@code curtail workflow}: requests that run through several services. */
@Command(
    name = "workflow",
    description = {
      "Splits one budget of copies over the services of a request.",
      "Shows which services make slow requests slow, plans copies for each, and tests the plan under load."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      GenerateCommand.class,
      ShowCommand.class,
      PlanCommand.class,
      SimulateCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  curtail workflow generate --stages 10 --seed 1 --out workflow.json",
      "  curtail workflow show workflow.json --picture workflow.svg",
      "  curtail workflow plan workflow.json --budget 0.05 --out plan.json",
      "  curtail workflow simulate workflow.json --plan plan.json --rps 100"
    })
public final class WorkflowCommand extends CommandGroup {}
