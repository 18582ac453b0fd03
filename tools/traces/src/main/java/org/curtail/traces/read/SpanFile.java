package org.curtail.traces.read;

import java.nio.file.Path;

/**
 * A file that may hold spans.
 *
 * @param ofFolder true if it was found in a folder, so that it may hold other data
 */
public record SpanFile(Path path, boolean ofFolder) {}
