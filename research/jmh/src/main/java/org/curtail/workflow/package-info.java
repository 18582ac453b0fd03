/**
 * What hedging costs calls that are not hedged, by JMH. Build and commands: {@code
 * CONTRIBUTING.md}.
 */
@NullMarked
package org.curtail.workflow;

import org.jspecify.annotations.NullMarked;
