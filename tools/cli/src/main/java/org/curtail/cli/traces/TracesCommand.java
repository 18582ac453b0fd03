package org.curtail.cli.traces;

import org.curtail.cli.commandline.CommandGroup;
import picocli.CommandLine.Command;

/** {@code curtail traces}: analysis of recorded requests. */
@Command(
    name = "traces",
    description = {
      "Reads recorded requests, finds their workflows, and explains slow requests.",
      "Spans as CSV with named columns, JSON of Jaeger, Zipkin or OpenTelemetry, or its protobuf."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ImportCommand.class,
      ShowCommand.class,
      BlameCommand.class,
      WhatIfCommand.class,
      PlanCommand.class,
      ReportCommand.class,
      CompareCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  curtail traces show traces/",
      "  curtail traces blame traces/",
      "  curtail traces plan traces/ --out plan.json",
      "  curtail traces report traces/ --out report.html",
      "  curtail traces compare traces/ --before 0s/10min --after 10min/13min"
    })
public final class TracesCommand extends CommandGroup {}
