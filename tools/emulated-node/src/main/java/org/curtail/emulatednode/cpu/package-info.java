/**
 * A Java agent: the JVM's own readings of threads' CPU time include their time on emulated cores.
 * So OpenSearch and the plugin read it as they read real CPU time. A jar of its own, since the
 * JDK's class needs it.
 */
@NullMarked
package org.curtail.emulatednode.cpu;

import org.jspecify.annotations.NullMarked;
