package org.curtail.traces.read;

import java.util.concurrent.TimeUnit;
import org.curtail.traces.DamageCounts;
import org.jspecify.annotations.Nullable;

/**
 * The findings in one file.
 *
 * @param file name of the file
 * @param spans number of spans read
 * @param requests number of request starts read
 * @param damage damage in the file
 * @param unit unit of the file's times; null if it has no times
 * @param leftOut true for a file of a folder without spans
 */
public record FileRead(
    String file,
    long spans,
    long requests,
    DamageCounts damage,
    @Nullable TimeUnit unit,
    boolean leftOut) {}
