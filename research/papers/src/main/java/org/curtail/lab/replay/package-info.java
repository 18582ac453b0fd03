/**
 * Searches in order of importance that were recorded chunk by chunk, served again by the engine on
 * emulated cores: {@link org.curtail.lab.replay.SearchRecording} records, {@link
 * org.curtail.lab.replay.SearchReplays} replays, {@link org.curtail.lab.replay.ReplayFindings} is
 * what comes of it.
 */
@NullMarked
package org.curtail.lab.replay;

import org.jspecify.annotations.NullMarked;
