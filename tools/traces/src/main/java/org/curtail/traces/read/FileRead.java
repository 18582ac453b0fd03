package org.curtail.traces.read;

import java.util.concurrent.TimeUnit;
import org.curtail.traces.DamageCounts;
import org.jspecify.annotations.Nullable;

/**
 * What was found in one file.
 *
 * @param file its name
 * @param spans that were handed on
 * @param requests whose start was handed on
 * @param damage what could not be read as it should
 * @param unit of its times; null if it has none
 * @param leftOut whether it is a file of a folder in which no spans are
 */
public record FileRead(
    String file,
    long spans,
    long requests,
    DamageCounts damage,
    @Nullable TimeUnit unit,
    boolean leftOut) {}
