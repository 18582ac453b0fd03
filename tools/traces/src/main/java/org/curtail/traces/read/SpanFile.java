package org.curtail.traces.read;

import java.nio.file.Path;

/**
 * A file that may hold spans.
 *
 * @param ofFolder true if the file was found in a folder, and so may hold other data
 */
public record SpanFile(Path path, boolean ofFolder) {}
