package org.curtail.cli.commandline;

import java.util.concurrent.Callable;

/**
 * A command that reproduces a paper's claims. {@code curtail-papers} contains these commands and is
 * built on first use; {@link java.util.ServiceLoader} finds them.
 */
public interface ResearchCommand extends Callable<Integer> {}
