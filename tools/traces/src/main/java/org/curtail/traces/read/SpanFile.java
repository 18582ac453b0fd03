package org.curtail.traces.read;

import java.nio.file.Path;

/**
 * A file that may hold spans.
 *
 * @param ofFolder whether it was found in a folder, so that it may hold something else
 */
public record SpanFile(Path path, boolean ofFolder) {}
