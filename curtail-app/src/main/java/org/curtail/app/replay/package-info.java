/**
 * Searches in order of importance that were recorded chunk by chunk, served again by the engine on
 * emulated cores: {@link org.curtail.app.replay.SearchRecording} records, {@link
 * org.curtail.app.replay.SearchReplays} replays, {@link org.curtail.app.replay.ReplayFindings} is
 * what comes of it.
 */
@NullMarked
package org.curtail.app.replay;

import org.jspecify.annotations.NullMarked;
