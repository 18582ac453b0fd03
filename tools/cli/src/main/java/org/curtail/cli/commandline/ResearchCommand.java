package org.curtail.cli.commandline;

import java.util.concurrent.Callable;

/**
 * A command that reproduces what papers claim. {@code curtail-papers} has them, which is built on
 * first use; they are found by {@link java.util.ServiceLoader}.
 */
public interface ResearchCommand extends Callable<Integer> {}
