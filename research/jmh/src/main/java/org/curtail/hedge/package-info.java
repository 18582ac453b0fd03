/**
 * Cost of hedging for calls that are not hedged, by JMH. Build and commands: {@code
 * CONTRIBUTING.md}.
 */
@NullMarked
package org.curtail.hedge;

import org.jspecify.annotations.NullMarked;
